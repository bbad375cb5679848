// SPDX-License-Identifier: BSD-3-Clause

// The icons: a box of 24, a round stroke, our own drawings.

import { Component } from "preact";

const PATHS = {
  plus: "M12 5.5v13M5.5 12h13",
  restart: "M19.5 12a7.5 7.5 0 1 1-2.2-5.3M19.8 3.6v4h-4",
  undo: "M8.5 5 4.5 9l4 4M5 9h8.5a5.5 5.5 0 0 1 0 11H9",
  redo: "M15.5 5 19.5 9l-4 4M19 9h-8.5a5.5 5.5 0 0 0 0 11H15",
  hint: "M9.2 16.2c0-1.6-.9-2.3-1.7-3.3a5.7 5.7 0 1 1 9 0c-.8 1-1.7 1.7-1.7 3.3zM10 19.6h4",
  lens: "M10.8 4.5a6.3 6.3 0 1 1 0 12.6 6.3 6.3 0 0 1 0-12.6M15.5 15.5l4.5 4.5M8.3 11.8v1M10.8 9v3.8M13.3 10.4v2.4",
  flag: "M7 20.5V4.2M7 4.6c3.5-1.6 6.2 1.8 10.5.2v8c-4.3 1.6-7-1.8-10.5-.2",
  clock: "M12 5a7.5 7.5 0 1 1 0 15 7.5 7.5 0 0 1 0-15M12 8.5v4.2l2.8 1.7M10 2.8h4",
  share: "M12 15V4M8 7.5 12 3.7l4 3.8M5.5 12.5V18a2 2 0 0 0 2 2h9a2 2 0 0 0 2-2v-5.5",
  sliders: "M4 7h9M17 7h3M4 17h3M11 17h9M15 5a2 2 0 1 1 0 4 2 2 0 0 1 0-4M9 15a2 2 0 1 1 0 4 2 2 0 0 1 0-4",
  down: "m7 10 5 5 5-5",
  check: "m5.5 12.8 4.2 4.2 8.8-9.5",
  cross: "m6.5 6.5 11 11M17.5 6.5l-11 11",
  first: "M17.5 6 11 12l6.5 6M7 6v12",
  prev: "m14.5 6-6 6 6 6",
  next: "m9.5 6 6 6-6 6",
  last: "m6.5 6 6.5 6-6.5 6M17 6v12",
  edit: "m5 19 .8-3.8L16 5a2.1 2.1 0 0 1 3 3L8.8 18.2z",
  dig: "m13 11-7.5 7.5M12 7.5 16.5 12c2.5-1 3.7-4.5 3-8-3.5-.7-7 .5-7.5 3.5zM4 17l3 3",
  moon: "M19.5 14.2A8 8 0 0 1 9.8 4.5a8 8 0 1 0 9.7 9.7z",
  keys: "M5.5 6.5h13a2.5 2.5 0 0 1 2.5 2.5v6a2.5 2.5 0 0 1-2.5 2.5h-13A2.5 2.5 0 0 1 3 15V9a2.5 2.5 0 0 1 2.5-2.5M7 10.3h.01M10.3 10.3h.01M13.7 10.3h.01M17 10.3h.01M8 14h8",
  filter: "M4 6.5h16M7 12h10M10 17.5h4",
  menu: "M4.5 7h15M4.5 12h15M4.5 17h15",
  more: "M6 12h.01M12 12h.01M18 12h.01",
  warn: "M12 4.5 20.5 19h-17zM12 10v4M12 16.5h.01",
  offline: "M7.5 18.5h9.7a3.8 3.8 0 0 0 1.6-7.2A6.5 6.5 0 0 0 9 7.5M5.9 9.9a4.3 4.3 0 0 0 .6 8.5M4 4l16 16",
  eye: "M3 12s3.3-6 9-6 9 6 9 6-3.3 6-9 6-9-6-9-6zM12 9.4a2.6 2.6 0 1 1 0 5.2 2.6 2.6 0 0 1 0-5.2",
  deeper: "M12 4v12M7.5 11.5 12 16l4.5-4.5M6 20h12",
  tree: "M6 10a2 2 0 1 1 0 4 2 2 0 0 1 0-4M18 4a2 2 0 1 1 0 4 2 2 0 0 1 0-4M18 16a2 2 0 1 1 0 4 2 2 0 0 1 0-4M8 12h3.5c0-4 1-6 4.5-6M11.5 12c0 4 1 6 4.5 6",
  sound: "M5 9.5v5h3l4 3.5V6L8 9.5zM16 9.5a4 4 0 0 1 0 5M18.5 7.5a7 7 0 0 1 0 9",
  silent: "M5 9.5v5h3l4 3.5V6L8 9.5zM16 10l4 4M20 10l-4 4",
  target: "M12 4.5a7.5 7.5 0 1 1 0 15 7.5 7.5 0 0 1 0-15M12 9.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5M12 2.5v4M12 17.5v4M2.5 12h4M17.5 12h4",
  trophy: "M8 4.5h8v6a4 4 0 0 1-8 0zM8 6H5c0 3 1 4.5 3 5M16 6h3c0 3-1 4.5-3 5M12 14.5v3M8.5 20h7M9.5 17.5h5",
  flame: "M12 3.5c.6 3.4 5 5.3 5 10a5 5 0 0 1-10 0c0-2 .9-3.3 2-4.3.3 1.3 1 2 1.8 2.3C10.3 8.8 10.6 6 12 3.5z",
  mine: "M12 3.5v17M3.5 12h17M6 6l12 12M18 6 6 18",
};

export type IconName = keyof typeof PATHS;

// Icon is drawn again only if it is another: a page has dozens, and draws itself with every click.
export class Icon extends Component<{ name: IconName }> {
  override shouldComponentUpdate(next: { name: IconName }): boolean { return this.props.name !== next.name; }

  render({ name }: { name: IconName }) {
    return (
      <svg class="i" viewBox="0 0 24 24" aria-hidden="true">
        {name === "mine" && <circle cx="12" cy="12" r="5.6" fill="currentColor" />}
        <path d={PATHS[name]} />
      </svg>
    );
  }
}
