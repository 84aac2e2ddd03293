import {
  type handleUnaryCall,
  Server,
  ServerCredentials,
  type ServiceDefinition,
  status,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import { decodeMessage, encodeMessage } from './message-codec.ts';
import type { MessageInit, MessageShape } from './message-shape.ts';
import type { MessageName } from './messages.ts';

/** A method of a service: which messages it takes and gives, and what it does. */
export interface Method {
  readonly service: string;
  readonly name: string;
  readonly takes: MessageName;
  readonly gives: MessageName;
  readonly handle: (request: never) => Promise<unknown>;
}

/** Describes a method with its messages' types. */
export function method<In extends MessageName, Out extends MessageName>(
  service: string,
  name: string,
  takes: In,
  gives: Out,
  handle: (request: MessageShape<In>) => Promise<MessageInit<Out>> | MessageInit<Out>,
): Method {
  return { service, name, takes, gives, handle: async (request: never) => handle(request) };
}

export type { Server };

/** A stream that stays open and silent: go-plugin opens two and waits for nothing. */
export interface SilentStream {
  readonly service: string;
  readonly name: string;
  readonly open: (call: NodeJS.ReadWriteStream) => void;
  readonly endAll: () => void;
}

export function silentStream(service: string, name: string): SilentStream {
  const calls = new Set<NodeJS.ReadWriteStream>();
  return {
    service,
    name,
    open: (call) => {
      calls.add(call);
      // Reset by the client when it goes.
      call.on('error', () => {});
      call.on('data', () => {});
    },
    endAll: () => {
      for (const call of calls) call.end();
    },
  };
}

export interface ServerKeys {
  /** The only client that is let in, in PEM. */
  readonly clientCertificate: string;
  readonly certificate: string;
  readonly privateKey: string;
}

/** Binds the server and returns it with its port (0 for a socket). Without keys it speaks in the clear. */
export async function startServer(
  target: string,
  keys: ServerKeys | undefined,
  methods: readonly Method[],
  streams: readonly SilentStream[],
  onCrash: (method: string, error: unknown) => void,
): Promise<{ readonly server: Server; readonly port: number }> {
  const server = new Server({
    // A state of a thousand jobs, and whatever else Terraform sends, is as large as it is.
    'grpc.max_receive_message_length': -1,
    'grpc.max_send_message_length': -1,
  });
  for (const service of new Set([...methods, ...streams].map((entry) => entry.service))) {
    server.addService(...serviceOf(service, methods, streams, onCrash));
  }
  const credentials = keys
    ? ServerCredentials.createSsl(
        Buffer.from(keys.clientCertificate),
        [{ private_key: Buffer.from(keys.privateKey), cert_chain: Buffer.from(keys.certificate) }],
        true,
      )
    : ServerCredentials.createInsecure();
  const port = await new Promise<number>((resolve, reject) => {
    server.bindAsync(target, credentials, (error, bound) => (error ? reject(error) : resolve(bound)));
  });
  return { server, port };
}

function serviceOf(
  service: string,
  methods: readonly Method[],
  streams: readonly SilentStream[],
  onCrash: (method: string, error: unknown) => void,
): [ServiceDefinition, UntypedServiceImplementation] {
  const definition: Record<string, ServiceDefinition[string]> = {};
  const handlers: UntypedServiceImplementation = {};
  for (const { service: owner, name, takes, gives, handle } of methods) {
    if (owner !== service) continue;
    definition[name] = {
      path: `/${service}/${name}`,
      requestStream: false,
      responseStream: false,
      requestSerialize: () => Buffer.alloc(0),
      requestDeserialize: (bytes: Buffer) => decodeMessage(takes, bytes),
      responseSerialize: (value: unknown) =>
        Buffer.from(encodeMessage(gives, value as MessageInit<typeof gives>)),
      responseDeserialize: () => undefined,
    };
    const unary: handleUnaryCall<unknown, unknown> = (call, callback) => {
      handle(call.request as never).then(
        (value) => callback(null, value),
        (error: unknown) => {
          onCrash(name, error);
          callback({ code: status.INTERNAL, details: String(error) });
        },
      );
    };
    handlers[name] = unary;
  }
  for (const { service: owner, name, open } of streams) {
    if (owner !== service) continue;
    definition[name] = {
      path: `/${service}/${name}`,
      requestStream: true,
      responseStream: true,
      requestSerialize: () => Buffer.alloc(0),
      requestDeserialize: () => undefined,
      responseSerialize: () => Buffer.alloc(0),
      responseDeserialize: () => undefined,
    };
    handlers[name] = open as never;
  }
  return [definition, handlers];
}
