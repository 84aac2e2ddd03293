import { type DeclaredDocument, kinds, type Place } from '../../schema/declared.ts';
import type { Diagnostic, Span } from '../../schema/diagnostic.ts';
import { decodeBytes, type ReadInput, type RefusedDocument, readCodes } from '../read/index.ts';
import { attributeWords } from './attribute-words.ts';
import { attributesOf } from './attributes-of.ts';
import { checkValues } from './check-values.ts';
import { closestName } from './closest-name.ts';
import { type StackCode, stackCodes } from './codes.ts';
import type { ResourcePlace } from './declare-values.ts';
import { type JsonNode, readJson } from './read-json.ts';
import { resolveValues } from './resolve-values.ts';
import { resourcesIn, type StackModule, type StackResource } from './stack-module.ts';

/** What is read from one file; `checkText` says the same of YAML. */
export interface StackReading {
  readonly documents: DeclaredDocument[];
  readonly diagnostics: Diagnostic[];
  readonly passedOver: number;
  readonly refused: RefusedDocument[];
}

/** Whether a file is read as a Terraform stack: JSON as Terraform reads it, written by CDKTF or by hand. */
export function isStack(path: string): boolean {
  return path.endsWith('.tf.json');
}

/** What is said of a stack is said in the names that it has. */
export function inWordsOfStack(diagnostic: Diagnostic): Diagnostic {
  return diagnostic.span && isStack(diagnostic.span.file) ? attributeWords(diagnostic) : diagnostic;
}

/**
 * Reads the declarations in Terraform stacks, by path. The files of one folder are one module and may refer to each
 * other. Never throws on any text: what cannot be read is a diagnostic.
 */
export function readStacks(inputs: readonly ReadInput[]): ReadonlyMap<string, StackReading> {
  const files = inputs.map(readStackFile);
  const modules = new Map<string, Map<string, StackResource>>();
  for (const { folder, resources } of files) {
    const known = modules.get(folder) ?? new Map<string, StackResource>();
    for (const resource of resources) if (!known.has(resource.address)) known.set(resource.address, resource);
    modules.set(folder, known);
  }
  return new Map(
    files.map((file) => [file.path, readingOf(file, { resources: modules.get(file.folder) ?? new Map() })]),
  );
}

interface StackFile {
  readonly path: string;
  readonly folder: string;
  readonly resources: readonly StackResource[];
  readonly diagnostics: readonly Diagnostic[];
  readonly passedOver: number;
}

function readStackFile({ path, bytes, named }: ReadInput): StackFile {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const file = { path, folder, resources: [], diagnostics: [], passedOver: 0 };
  const decoded = decodeBytes(path, bytes);
  if (decoded.kind === 'refused') {
    const told = named || decoded.ours;
    return { ...file, diagnostics: told ? [decoded.diagnostic] : [], passedOver: told ? 0 : 1 };
  }
  // A stack of other things is not taken apart to find nothing.
  const maybeOurs = decoded.text.includes('almanac_');
  if (!maybeOurs && !named) return { ...file, passedOver: 1 };
  const reading = readJson(decoded.text);
  if ('fault' in reading) {
    const { message, line, column } = reading.fault;
    const place: Place = [line, column, line, column + 1];
    return {
      ...file,
      diagnostics: [remark('stack-invalid', path, place, `the file is not JSON: ${message}`)],
    };
  }
  if (!reading.node.members)
    return {
      ...file,
      diagnostics: [remark('stack-invalid', path, reading.node.place, 'the file holds no object')],
    };
  const { found, unknown } = resourcesIn(path, reading.node);
  const diagnostics = unknown.map(({ type, place }) => {
    const near = closestName(
      type,
      kinds.map((kind) => attributesOf(kind).resourceType),
    );
    const message = `there is no resource type \`${type}\``;
    return remark('stack-invalid', path, place, message, near && `did you mean \`${near}\`?`);
  });
  if (found.length === 0 && diagnostics.length === 0 && named) diagnostics.push(emptyStack(path));
  return { ...file, resources: found, diagnostics };
}

function readingOf(
  { path, resources, diagnostics, passedOver }: StackFile,
  module: StackModule,
): StackReading {
  const reading: StackReading = { documents: [], diagnostics: [...diagnostics], passedOver, refused: [] };
  for (const resource of resources) {
    const { kind, body, place, address } = resource;
    const { values, unresolved } = resolveValues(resource, module);
    const stands: ResourcePlace = {
      file: path,
      line: place[0],
      placeOf: (...at) => placeIn(body, place, ...at),
    };
    const { document, remarks } = checkValues(kind, values, stands);
    const { tenant, name } = document;
    const told =
      unresolved.length > 0
        ? unresolved.map((one) => remark('stack-unresolved', path, one.place, one.message, one.help))
        : remarks.map(({ diagnostic }) => diagnostic);
    if (told.length === 0) reading.documents.push(document);
    else {
      reading.refused.push({
        kind,
        ...(tenant !== '' && { tenant }),
        ...(name !== '' && { name }),
        file: path,
        line: place[0],
      });
      reading.diagnostics.push(
        ...told.map((diagnostic) => ({ ...diagnostic, subject: diagnostic.subject ?? address })),
      );
    }
  }
  return reading;
}

/** Where an attribute stands in a resource's own JSON; the resource itself is where its name is. */
function placeIn(
  body: JsonNode,
  name: Place,
  path: Parameters<ResourcePlace['placeOf']>[0],
  part: 'key' | 'value',
): Place | undefined {
  if (path.length === 0) return name;
  let node: JsonNode | undefined = body;
  let key: Place | undefined;
  for (const step of path) {
    const member: { readonly key: Place; readonly node: JsonNode } | undefined =
      'index' in step ? undefined : node?.members?.get('attribute' in step ? step.attribute : step.key);
    node = 'index' in step ? node?.items?.[step.index] : member?.node;
    key = member?.key;
  }
  return part === 'key' ? key : node?.place;
}

function remark(code: StackCode, file: string, place: Place, message: string, help?: string): Diagnostic {
  return { code, severity: stackCodes[code], message, ...(help && { help }), span: spanOf(file, place) };
}

function emptyStack(path: string): Diagnostic {
  return {
    code: 'file-empty',
    severity: readCodes['file-empty'],
    message: 'the stack holds no resource of Almanac’s',
    help: 'leave it out of the paths, or declare something in it',
    span: spanOf(path, [1, 1, 1, 1]),
  };
}

const spanOf = (file: string, [line, column, endLine, endColumn]: Place): Span => ({
  file,
  line,
  column,
  endLine,
  endColumn,
});
