// SPDX-License-Identifier: BSD-3-Clause

// Buttons that copy a block of a page. Of a console they copy the commands, ready to be pasted into a shell.

// commandsOf returns the commands of a console: what follows a prompt, and the lines that continue it. Other blocks are copied whole.
export function commandsOf(text: string): string {
  const lines = text.split("\n");
  const taken: string[] = [];
  for (let i = 0; i < lines.length; i++) {
    if (!lines[i]!.startsWith("$ ")) continue;
    taken.push(lines[i]!.slice(2));
    while (lines[i]!.endsWith("\\") && i + 1 < lines.length) taken.push(lines[++i]!);
  }
  return taken.length > 0 ? taken.join("\n") + "\n" : text;
}

// copyable gives every block with a language its button.
export function copyable(): void {
  const said = document.createElement("p");
  Object.assign(said, { className: "vh", role: "status" });
  const blocks = [...document.querySelectorAll<HTMLElement>(".prose pre > code[class]")];
  if (blocks.length > 0) document.body.append(said);
  for (const code of blocks) button(code, said);
}

function button(code: HTMLElement, said: HTMLElement): void {
  const [box, copy] = [document.createElement("div"), document.createElement("button")];
  box.className = "block";
  Object.assign(copy, { type: "button", className: "copy", textContent: "Copy" });
  code.parentElement!.replaceWith(box);
  box.append(code.parentElement!, copy);
  const tell = (word: string, sentence: string) => {
    [copy.textContent, said.textContent] = [word, sentence];
    setTimeout(() => { copy.textContent = "Copy"; }, 2000);
  };
  copy.addEventListener("click", () => {
    const text = code.classList.contains("language-console") ? commandsOf(code.textContent!) : code.textContent!;
    // A page that is not from https, nor of this machine, may not write to the clipboard.
    (navigator.clipboard ? navigator.clipboard.writeText(text) : Promise.reject(new Error("no clipboard"))).then(() => tell("Copied", "Copied."), () => {
      getSelection()?.selectAllChildren(code);
      tell("Press Ctrl+C", "The block is selected: press Ctrl+C.");
    });
  });
}
