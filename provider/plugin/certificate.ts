// Before the certificates' library, which asks for it while it loads.
import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import {
  BasicConstraintsExtension,
  cryptoProvider,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';

/** A certificate that lives as long as the process: the key is never written anywhere. */
export interface ServerCertificate {
  readonly certificatePem: string;
  readonly privateKeyPem: string;
  /** DER in base64 without padding, as the handshake carries it. */
  readonly handshakeText: string;
}

const DAY = 24 * 3600 * 1000;

/**
 * Makes the certificate by which Terraform knows this very process: self-signed for `localhost`, P-256. `now` is in
 * milliseconds; valid from a minute before, so that a clock that was set back does no harm.
 */
export async function makeCertificate(now: number): Promise<ServerCertificate> {
  // The library's types are those of browsers, which Node's own implementation satisfies.
  cryptoProvider.set(webcrypto as unknown as Parameters<typeof cryptoProvider.set>[1]);
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: 'CN=localhost',
    notBefore: new Date(now - 60_000),
    notAfter: new Date(now + 30 * DAY),
    keys,
    signingAlgorithm: algorithm,
    extensions: [
      new BasicConstraintsExtension(true, undefined, true),
      new KeyUsagesExtension(
        KeyUsageFlags.digitalSignature |
          KeyUsageFlags.keyEncipherment |
          KeyUsageFlags.keyAgreement |
          KeyUsageFlags.keyCertSign,
        true,
      ),
      new ExtendedKeyUsageExtension([ExtendedKeyUsage.clientAuth, ExtendedKeyUsage.serverAuth]),
      new SubjectAlternativeNameExtension([{ type: 'dns', value: 'localhost' }]),
    ],
  });
  const key = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey));
  return {
    certificatePem: certificate.toString('pem'),
    privateKeyPem: `-----BEGIN PRIVATE KEY-----\n${key.toString('base64')}\n-----END PRIVATE KEY-----\n`,
    handshakeText: Buffer.from(certificate.rawData).toString('base64').replace(/=+$/, ''),
  };
}
