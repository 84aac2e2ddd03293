import type { PolicySpec } from '../../schema/index.ts';
import { canonicalJson } from '../manifest/index.ts';

/** A policy that a job refers to by value, so that Terraform sees the job change when the policy does. */
export interface PolicyText {
  readonly name: string;
  readonly spec: PolicySpec;
}

/**
 * Writes `almanac_policy.NAME.spec`: name and declared spec as canonical JSON. A job whose `policy` is this text is
 * declared with the policy's name.
 */
export function policyText(policy: PolicyText): string {
  return canonicalJson({ name: policy.name, spec: policy.spec });
}

/** Reads what `policyText` wrote; undefined for the plain name of a policy. */
export function readPolicyText(text: string): PolicyText | undefined {
  if (!text.startsWith('{')) return undefined;
  try {
    const { name, spec } = JSON.parse(text) as Partial<PolicyText>;
    return typeof name === 'string' && typeof spec === 'object' && spec !== null ? { name, spec } : undefined;
  } catch {
    return undefined;
  }
}
