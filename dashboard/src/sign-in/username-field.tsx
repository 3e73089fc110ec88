// The name that a password belongs to, for password managers: unseen, and outside of the reading and tab order.

/** For forms that ask for a password without showing the e-mail address. */
export function UsernameField({ email }: { readonly email: string }) {
  return <input type="email" autocomplete="username" value={email} readOnly hidden />;
}
