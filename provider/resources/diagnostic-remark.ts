import {
  type AttributePath,
  type AttributeRemark,
  type AttributeValues,
  remarkOn,
} from '../../compiler/index.ts';
import type { DeclaredDocument } from '../../schema/declared.ts';
import type { Diagnostic } from '../../schema/diagnostic.ts';
import type { Remark } from './remark.ts';

/** Makes a diagnostic of a resource's own document a remark at its attribute. */
export function remarkAt(
  document: DeclaredDocument,
  diagnostic: Diagnostic,
  values: AttributeValues,
): Remark {
  return remarkFrom(remarkOn(document, diagnostic, values));
}

export function remarkFrom({ path, diagnostic }: AttributeRemark): Remark {
  const { severity, message, help, code, subject, masked } = diagnostic;
  const where = path.length > 1 ? `${pathText(path)}: ` : '';
  // The path is repeated, since for generated bodies Terraform can only point at the whole resource.
  const advice = help === undefined ? '' : `${where}${sentence(help)}`;
  const attributes = masked ? 'Attributes with `secret_` before their name take references.' : '';
  return {
    severity: severity === 'warning' || severity === 'info' ? 'warning' : 'error',
    summary: `${subject === undefined ? '' : `${subject}: `}${message}`,
    detail: [advice, attributes, `(${code})`].filter((part) => part !== '').join(' '),
    // Terraform would print the line with the secret in it.
    ...(!masked && { path }),
  };
}

/** `schedule.skips[0].at`. */
function pathText(path: AttributePath): string {
  return path
    .map((step, index) => {
      if ('index' in step) return `[${step.index}]`;
      if ('key' in step) return `["${step.key}"]`;
      return `${index > 0 ? '.' : ''}${step.attribute}`;
    })
    .join('');
}

function sentence(text: string): string {
  const capital = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(capital) ? capital : `${capital}.`;
}
