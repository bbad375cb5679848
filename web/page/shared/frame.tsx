// SPDX-License-Identifier: BSD-3-Clause

// What every page has: the header, the theme, and dialogs.

import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Icon } from "./icon.js";
import { href } from "./root.js";
import { type Key, t } from "../words/words.js";
import { THEMES, chooseTheme, theme } from "./theme.js";

function ThemeButton() {
  const [now, setNow] = useState(theme());
  const next = THEMES[(THEMES.indexOf(now) + 1) % THEMES.length]!;
  const change = () => {
    chooseTheme(next);
    setNow(next);
  };
  return <button type="button" class="ib b-theme" onClick={change} title={t("nav.theme", { now: t(`theme.${now}`), next: t(`theme.${next}`) })} aria-label={t("nav.themeNow", { now: t(`theme.${now}`) })}><Icon name="moon" /></button>;
}

// LINKS are the pages; those that are wide have no room on a phone unless one is there: Home and the footer lead to them.
const LINKS: [string, Key, "wide"?][] = [
  ["mines/", "nav.play"], ["mines/train/", "nav.train"], ["problems/", "nav.problems", "wide"], ["krieg/play/", "nav.krieg"], ["experiments/", "nav.experiments", "wide"],
];

function Mark() {
  return (
    <svg class="mark" viewBox="0 0 24 24" aria-hidden="true">
      <path class="m1" d="M6 3h12a3 3 0 0 1 3 3v7.5L13.5 21H6a3 3 0 0 1-3-3V6a3 3 0 0 1 3-3z" />
      <path class="m2" d="M21 13.5 13.5 21v-4.5a3 3 0 0 1 3-3z" />
    </svg>
  );
}

// Header is the same on every page. A page that has a list of keys, or settings, says how to show them.
export function Header({ here, help, settings }: { here: string; help?: () => void; settings?: () => void }) {
  const nav = useRef<HTMLElement>(null);
  useEffect(() => { // where the row is too long for the window, this page is in its middle
    const at = nav.current!.querySelector<HTMLElement>("[aria-current]");
    if (at) nav.current!.scrollLeft = at.offsetLeft - nav.current!.offsetLeft - (nav.current!.clientWidth - at.offsetWidth) / 2;
  }, []);
  return (
    <>
      <a class="skip" href="#main">{t("nav.skip")}</a>
      <header class="top">
        <a class="brand" href={href("")}><Mark /><span>veil</span></a>
        <nav ref={nav} aria-label={t("nav.pages")}>
          {LINKS.map(([path, name, wide]) => <a key={path} class={wide} href={href(path)} aria-current={path === here ? "page" : undefined}>{t(name)}</a>)}
        </nav>
        <div class="top-end">
          {help && <button type="button" class="ib b-keys" onClick={help} title={t("nav.keysTitle")} aria-label={t("nav.keys")}><Icon name="keys" /></button>}
          <ThemeButton />
          {settings && <button type="button" class="ib" onClick={settings} title={t("nav.settingsTitle")} aria-label={t("nav.settings")}><Icon name="sliders" /></button>}
        </div>
      </header>
    </>
  );
}

export function Dialog({ open, title, close, children }: { open: boolean; title: string; close: () => void; children: ComponentChildren }) {
  const ref = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (open && !ref.current!.open) ref.current!.showModal();
    if (!open && ref.current!.open) ref.current!.close();
  }, [open]);
  return (
    <dialog ref={ref} onClose={close} aria-label={title}>
      <h2>{title}</h2>
      {open && children}
      <form method="dialog"><button class="btn">{t("nav.close")}</button></form>
    </dialog>
  );
}

// KeyList is the dialog of the keys of a page: a key, or what it is called, and what it does.
export function KeyList({ open, keys, close }: { open: boolean; keys: [string, Key][]; close: () => void }) {
  return (
    <Dialog open={open} title={t("keys.title")} close={close}>
      <dl class="keys">{keys.map(([key, what]) => <div key={key}><dt>{key}</dt><dd>{t(what)}</dd></div>)}</dl>
    </Dialog>
  );
}
