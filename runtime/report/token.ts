import { createHmac, timingSafeEqual } from 'node:crypto';
import type { RunRef } from '../ledger/index.ts';

/** A token's form, so that another one can follow it. */
const prefix = 'almanac1';

/**
 * Makes the token with which a run reports on itself, and on nothing else: its name and a signature (HMAC-SHA-256). It
 * holds for as long as the ledger's secret; once the run is over it opens nothing.
 *
 * `secret` is the ledger's, in hex.
 */
export function tokenOf(secret: string, tenant: string, run: string): string {
  const name = Buffer.from(`${tenant}/${run}`).toString('base64url');
  return `${prefix}.${name}.${sign(secret, name).toString('base64url')}`;
}

/** Returns the run that a token speaks for; undefined where it was not made with this secret. */
export function readToken(secret: string, token: string): RunRef | undefined {
  const [form, name, signature, ...rest] = token.split('.');
  if (form !== prefix || name === undefined || signature === undefined || rest.length > 0) return undefined;
  const given = Buffer.from(signature, 'base64url');
  const right = sign(secret, name);
  if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
  const [tenant = '', run = ''] = split(Buffer.from(name, 'base64url').toString(), '/');
  return { tenant, run };
}

function sign(secret: string, name: string): Buffer {
  return createHmac('sha256', Buffer.from(secret, 'hex')).update(`${prefix}.${name}`).digest();
}

function split(text: string, by: string): [string, string] {
  const at = text.indexOf(by);
  return [text.slice(0, at), text.slice(at + 1)];
}
