import type { AttributePath } from '../../compiler/index.ts';

/** What Terraform shows to a person, at an attribute where there is one. */
export interface Remark {
  readonly severity: 'error' | 'warning';
  /** One line. */
  readonly summary: string;
  /** More lines; empty where the summary says all. */
  readonly detail: string;
  readonly path?: AttributePath;
}

export function errorRemark(summary: string, detail = '', path?: AttributePath): Remark {
  return { severity: 'error', summary, detail, ...(path && { path }) };
}

export function warningRemark(summary: string, detail = '', path?: AttributePath): Remark {
  return { severity: 'warning', summary, detail, ...(path && { path }) };
}

/** What is told where the place of the declarations can't be used. */
export function backendRemark({
  message,
  help,
}: {
  readonly message: string;
  readonly help: string;
}): Remark {
  return errorRemark(message, help);
}
