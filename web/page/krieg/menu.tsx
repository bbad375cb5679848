// SPDX-License-Identifier: BSD-3-Clause

// A menu of our own: a button, and choices below it that keys reach.

import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Icon } from "../shared/icon.js";

export interface Choice { key: string; name: string; more?: string; chosen?: boolean; act: () => void }

export function Menu({ label, children, list, classes = "" }: { label: string; children: ComponentChildren; list: Choice[]; classes?: string }) {
  const [open, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!open) return;
    box.current?.querySelector<HTMLElement>("[role^=menuitem]")?.focus();
    const away = (e: Event) => !box.current?.contains(e.target as Node) && setOpen(false);
    addEventListener("pointerdown", away);
    return () => removeEventListener("pointerdown", away);
  }, [open]);
  const shut = () => {
    setOpen(false);
    box.current?.querySelector<HTMLElement>("button")?.focus();
  };
  const onKey = (e: KeyboardEvent) => {
    if (!open) return;
    const items = [...box.current!.querySelectorAll<HTMLElement>("[role^=menuitem]")];
    const at = items.indexOf(document.activeElement as HTMLElement);
    if (e.key === "Escape") shut();
    else if (e.key === "ArrowDown") items[(at + 1) % items.length]!.focus();
    else if (e.key === "ArrowUp") items[(at + items.length - 1) % items.length]!.focus();
    else if (e.key === "Tab") return setOpen(false);
    else return;
    e.preventDefault();
    e.stopPropagation();
  };
  const radio = list.some((c) => c.chosen !== undefined);
  return (
    <div class="drop" ref={box} onKeyDown={onKey}>
      <button type="button" class={"btn " + classes} aria-haspopup="menu" aria-expanded={open} title={label} onClick={() => setOpen(!open)}>{children}</button>
      {open && (
        <div class="menu" role="menu" aria-label={label}>
          {list.map((c) => (
            <button key={c.key} type="button" role={radio ? "menuitemradio" : "menuitem"} aria-checked={radio ? !!c.chosen : undefined} onClick={() => { shut(); c.act(); }}>
              <span>{c.chosen && <Icon name="check" />}</span><span>{c.name}</span><small>{c.more}</small>
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
