import type { GoogleAuth } from 'google-auth-library';
import type { OidcAuth } from './http-adapter.ts';

/** The runtime's own identity at Google, found as every Google library finds it. */
export interface GoogleIdentity {
  /** An OIDC ID token, of the runtime's own account or of one that it may act for. Kept until shortly before its end. */
  idToken(auth: OidcAuth): Promise<string>;
  /** A token for Google's own services. */
  accessToken(): Promise<string>;
}

const cloudPlatform = 'https://www.googleapis.com/auth/cloud-platform';
/** A token is not used in its last five minutes. */
const marginMs = 300_000;

/** Makes an identity. The library is loaded when the first token is asked for. */
export function googleIdentity(nowMs: () => number): GoogleIdentity {
  let loading: Promise<{ readonly auth: GoogleAuth; readonly library: Library }> | undefined;
  const load = () => {
    loading ??= import('google-auth-library').then((library) => ({
      library,
      // No project is asked for: without this the library runs `gcloud` to find one, which takes a second and more.
      auth: new library.GoogleAuth({ scopes: cloudPlatform, projectId: 'none' }),
    }));
    return loading;
  };
  const kept = new Map<string, { readonly token: Promise<string>; until: number }>();

  async function fetchIdToken({ audience, serviceAccount }: OidcAuth): Promise<string> {
    const { auth, library } = await load();
    if (serviceAccount === undefined) {
      const client = await auth.getIdTokenClient(audience);
      return client.idTokenProvider.fetchIdToken(audience);
    }
    const impersonated = new library.Impersonated({
      sourceClient: await auth.getClient(),
      targetPrincipal: serviceAccount,
      targetScopes: [],
    });
    return impersonated.fetchIdToken(audience, { includeEmail: true });
  }

  return {
    async idToken(auth) {
      const key = `${auth.serviceAccount ?? ''} ${auth.audience}`;
      const known = kept.get(key);
      if (known && nowMs() < known.until) return known.token;
      const entry = { token: fetchIdToken(auth), until: Number.POSITIVE_INFINITY };
      kept.set(key, entry);
      try {
        const token = await entry.token;
        entry.until = expiryOf(token) - marginMs;
        return token;
      } catch (error) {
        kept.delete(key);
        throw error;
      }
    },
    async accessToken() {
      const { auth } = await load();
      const token = await auth.getAccessToken();
      if (!token) throw new Error('no access token');
      return token;
    },
  };
}

type Library = typeof import('google-auth-library');

/** Returns when an ID token ends, in milliseconds; at once where it does not say. */
function expiryOf(token: string): number {
  try {
    const { exp } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as {
      exp?: number;
    };
    return typeof exp === 'number' ? exp * 1000 : 0;
  } catch {
    return 0;
  }
}
