// Cookies of one host. On https the name begins with `__Host-`, so that no other host and no plain http can set or read
// them. On http, which is served on loopback addresses only, they are without Secure, because some browsers store no
// Secure cookie there.

export interface HostCookie {
  readonly name: string;
  readonly sameSite: 'strict' | 'lax';
}

const isSecure = (origin: string) => origin.startsWith('https:');

export function cookieName({ name }: HostCookie, origin: string): string {
  return isSecure(origin) ? `__Host-${name}` : name;
}

export function cookieAttributes({ sameSite }: HostCookie, origin: string) {
  return { path: '/', httpOnly: true, sameSite, secure: isSecure(origin) } as const;
}
