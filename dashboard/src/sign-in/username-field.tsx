// A hidden user name field for password managers, outside of the reading and tab order.

/** For forms that ask for a password without showing the e-mail address. */
export function UsernameField({ email }: { readonly email: string }) {
  return <input type="email" autocomplete="username" value={email} readOnly hidden />;
}
