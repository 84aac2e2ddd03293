import type { ApplyRefusal } from './apply-port.ts';

/** Thrown inside an apply and answered as its refusal: a step that finds one goes no further. */
export class Refused extends Error {
  readonly refusal: ApplyRefusal;

  constructor(refusal: ApplyRefusal) {
    super(refusal.message);
    this.refusal = refusal;
  }
}

/** @throws {Refused} always. */
export function refuse(
  code: ApplyRefusal['code'],
  message: string,
  more: Omit<ApplyRefusal, 'code' | 'message'> = {},
): never {
  throw new Refused({ code, message, ...more });
}
