import { coloursFor } from '../diagnostics/index.ts';
import { type Paint, plainPaint } from '../render/index.ts';
import type { Call } from './call.ts';
import type { Output } from './io.ts';

export type { Paint };

/** Returns how to set text off on an output. */
export function paintFor(call: Call, output: Output): Paint {
  if (!hasColour(call, output)) return plainPaint;
  const { green, red, yellow, bold, dim } = coloursFor(true);
  return { add: green, remove: red, change: yellow, strong: bold, faint: dim };
}

/**
 * Whether an output gets colour: by the flag, else never with `NO_COLOR` (no-color.org), always with
 * `FORCE_COLOR`, else on a terminal that can.
 */
export function hasColour({ options, io }: Call, output: Output): boolean {
  if (options.color !== undefined) return options.color;
  const { NO_COLOR, FORCE_COLOR, TERM } = io.env;
  if (NO_COLOR) return false;
  if (FORCE_COLOR !== undefined) return FORCE_COLOR !== '0' && FORCE_COLOR !== 'false';
  return output.isTTY === true && TERM !== 'dumb';
}
