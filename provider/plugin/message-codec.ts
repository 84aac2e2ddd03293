import {
  create,
  createFileRegistry,
  type DescMessage,
  fromBinary,
  type Message,
  toBinary,
} from '@bufbuild/protobuf';
import {
  type DescriptorProto,
  DescriptorProtoSchema,
  FieldDescriptorProto_Label,
  FieldDescriptorProto_Type,
  type FieldDescriptorProtoSchema,
  FileDescriptorProtoSchema,
} from '@bufbuild/protobuf/wkt';
import type { MessageInit, MessageShape } from './message-shape.ts';
import { type MessageName, messages } from './messages.ts';

/**
 * Messages to bytes and back, by the lines of `messages.ts`. The only user of the protobuf library, so that every
 * other file sees plain objects.
 */

/** Reads a message; a field that the sender left out has its empty value. */
export function decodeMessage<Name extends MessageName>(name: Name, bytes: Uint8Array): MessageShape<Name> {
  return fromBinary(shapeOf(name), bytes) as unknown as MessageShape<Name>;
}

/** Writes a message; a field that is left out is sent as its empty value, which is not at all. */
export function encodeMessage<Name extends MessageName>(name: Name, value: MessageInit<Name>): Uint8Array {
  return toBinary(shapeOf(name), create(shapeOf(name), value as never) as Message);
}

const scalars: Readonly<Record<string, FieldDescriptorProto_Type>> = {
  int64: FieldDescriptorProto_Type.INT64,
  int32: FieldDescriptorProto_Type.INT32,
  bool: FieldDescriptorProto_Type.BOOL,
  string: FieldDescriptorProto_Type.STRING,
  bytes: FieldDescriptorProto_Type.BYTES,
};

/** Names nothing on the wire, where only field numbers go. */
const SCOPE = 'almanac';

let registry: ReturnType<typeof createFileRegistry> | undefined;

function shapeOf(name: MessageName): DescMessage {
  registry ??= createFileRegistry(
    create(FileDescriptorProtoSchema, {
      name: 'almanac.proto',
      package: SCOPE,
      syntax: 'proto3',
      messageType: Object.entries(messages).map(([message, lines]) => descriptorOf(message, lines)),
    }),
    () => undefined,
  );
  return registry.getMessage(`${SCOPE}.${name}`)!;
}

type FieldInit = NonNullable<Parameters<typeof create<typeof FieldDescriptorProtoSchema>>[1]>;

function descriptorOf(message: string, lines: readonly string[]): DescriptorProto {
  const fields: FieldInit[] = [];
  const entries: { name: string; field: FieldInit[]; options: { mapEntry: true } }[] = [];
  const choices: string[] = lines.some((line) => line.startsWith('oneof ')) ? ['is'] : [];
  for (const line of lines) {
    const [number = '', name = '', type = '', label = ''] = line.split(' ').reverse();
    const base = { name, number: Number(number), jsonName: name };
    if (label === 'map') {
      const entry = `${name}_entry`;
      entries.push({
        name: entry,
        options: { mapEntry: true },
        field: [
          { name: 'key', number: 1, jsonName: 'key', ...typed('string', false) },
          { name: 'value', number: 2, jsonName: 'value', ...typed(type, false) },
        ],
      });
      fields.push({ ...base, ...typed(`${message}.${entry}`, true) });
    } else if (label === 'oneof') fields.push({ ...base, ...typed(type, false), oneofIndex: 0 });
    else if (label === 'optional') {
      // What proto3 makes of `optional`: a choice with one member.
      fields.push({ ...base, ...typed(type, false), proto3Optional: true, oneofIndex: choices.length });
      choices.push(`_${name}`);
    } else fields.push({ ...base, ...typed(type, label === 'repeated') });
  }
  return create(DescriptorProtoSchema, {
    name: message,
    field: fields,
    nestedType: entries,
    oneofDecl: choices.map((name) => ({ name })),
  });
}

function typed(type: string, isRepeated: boolean): FieldInit {
  const scalar = scalars[type];
  return {
    label: isRepeated ? FieldDescriptorProto_Label.REPEATED : FieldDescriptorProto_Label.OPTIONAL,
    ...(scalar === undefined
      ? { type: FieldDescriptorProto_Type.MESSAGE, typeName: `.${SCOPE}.${type}` }
      : { type: scalar }),
  };
}
