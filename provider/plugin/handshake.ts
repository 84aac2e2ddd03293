/** What Terraform says to a provider by the environment, and what it wants to hear on stdout. */

/** Tells a provider from a program that somebody starts by hand. No secret. */
const COOKIE = 'd602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2';

export interface Invitation {
  /** The client's certificate in PEM; undefined where the user has switched TLS off (`TF_DISABLE_PLUGIN_TLS`). */
  readonly clientCertificate: string | undefined;
  /** Where the client wants the socket; undefined: anywhere. */
  readonly socketFolder: string | undefined;
}

export type Invited =
  | { readonly kind: 'invited'; readonly invitation: Invitation }
  | { readonly kind: 'refused'; readonly message: string };

/** Reads the environment that Terraform starts a provider with. */
export function readInvitation(environment: Readonly<Record<string, string | undefined>>): Invited {
  if (environment['TF_PLUGIN_MAGIC_COOKIE'] !== COOKIE) {
    return {
      kind: 'refused',
      message:
        'This is the Terraform provider of Almanac. Terraform starts it; docs/terraform.md says how to install it.',
    };
  }
  const versions = (environment['PLUGIN_PROTOCOL_VERSIONS'] ?? '').split(',');
  if (!versions.includes('6')) {
    return {
      kind: 'refused',
      message: `This provider speaks plugin protocol 6 and Terraform offers ${versions.join(', ')}: Terraform 1.8 or newer is needed.`,
    };
  }
  return {
    kind: 'invited',
    invitation: {
      clientCertificate: environment['PLUGIN_CLIENT_CERT'] || undefined,
      socketFolder: environment['PLUGIN_UNIX_SOCKET_DIR'] || undefined,
    },
  };
}

/** The one line on stdout. `address` is the path of a socket, or `127.0.0.1:PORT`. */
export function handshakeLine(
  network: 'unix' | 'tcp',
  address: string,
  certificate: string | undefined,
): string {
  return `1|6|${network}|${address}|grpc|${certificate ?? ''}\n`;
}
