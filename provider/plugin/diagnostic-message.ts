import type { AttributePath } from '../../compiler/index.ts';
import type { Remark } from '../resources/remark.ts';
import type { MessageInit } from './message-shape.ts';

/** Remarks as the messages that Terraform prints. */
export function diagnosticMessages(remarks: readonly Remark[]): readonly MessageInit<'Diagnostic'>[] {
  return remarks.map(({ severity, summary, detail, path }) => ({
    severity: severity === 'error' ? 1 : 2,
    summary,
    detail,
    ...(path && path.length > 0 && { attribute: pathMessage(path) }),
  }));
}

/**
 * The way to a value. Only the first step goes by the name of an attribute: below it Terraform finds the exact line of
 * an object's part by its key, and by attribute names it would fall back to the line of the resource.
 */
export function pathMessage(path: AttributePath): MessageInit<'AttributePath'> {
  return {
    steps: path.map((step, index): MessageInit<'Step'> => {
      if ('index' in step) return { is: { case: 'elementKeyInt', value: BigInt(step.index) } };
      if ('attribute' in step && index === 0) return { is: { case: 'attributeName', value: step.attribute } };
      return { is: { case: 'elementKeyString', value: 'attribute' in step ? step.attribute : step.key } };
    }),
  };
}
