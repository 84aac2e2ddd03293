/** How a text's parts are set off. Without colour each returns its text as it is. */
export interface Paint {
  add(text: string): string;
  remove(text: string): string;
  change(text: string): string;
  strong(text: string): string;
  faint(text: string): string;
}

const same = (text: string) => text;

/** Sets nothing off: for files, pipes and `NO_COLOR`. */
export const plainPaint: Paint = { add: same, remove: same, change: same, strong: same, faint: same };
