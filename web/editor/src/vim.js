// The keys of vim, which not everybody loads.

import { ViewPlugin } from "@codemirror/view";
import { Vim, vim } from "@replit/codemirror-vim";

const writers = new WeakMap(); // what :w calls, by editor

Vim.defineEx("write", "w", (cm) => writers.get(cm.cm6)?.());

/** keys are those of vim; :w calls what is given. */
export function keys(write) {
  const register = ViewPlugin.define((view) => {
    writers.set(view, write);
    return {};
  });
  return [vim({ status: true }), register];
}
