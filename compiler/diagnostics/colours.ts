import picocolors from 'picocolors';

export type Colours = ReturnType<typeof picocolors.createColors>;

/** Returns the colours of a terminal, or functions that leave text as it is. Whether it is one, the caller knows. */
export function coloursFor(colour: boolean): Colours {
  return picocolors.createColors(colour);
}
