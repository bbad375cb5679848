// SPDX-License-Identifier: BSD-3-Clause

// What stands in cells.

export function Flag() {
  return (
    <svg class="fl" viewBox="0 0 24 24" aria-hidden="true">
      <path class="pole" d="M8 20V4.5" />
      <path class="cloth" d="M8 4.5c3.6-1.5 6 1.6 10 .3v8c-4 1.3-6.4-1.8-10-.3z" />
    </svg>
  );
}

export function Mine() {
  return (
    <svg class="mn" viewBox="0 0 24 24" aria-hidden="true">
      <circle cx="12" cy="12" r="5.6" /><path d="M12 3.5v17M3.5 12h17M6 6l12 12M18 6 6 18" />
    </svg>
  );
}
