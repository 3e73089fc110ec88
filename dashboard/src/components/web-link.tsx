// An address from imported data: a link only for http and https, so that it cannot run a script.

interface WebLinkProps {
  readonly address: string;
  /** Link text; the address by default. */
  readonly children?: string;
}

export function WebLink({ address, children }: WebLinkProps) {
  const isWeb = /^https?:\/\//i.test(address);
  if (!isWeb) return <span class="mono">{address}</span>;
  return (
    <a class="web-link" href={address} target="_blank" rel="noopener noreferrer nofollow">
      {children ?? address.replace(/^https?:\/\/(www\.)?/i, '')}
    </a>
  );
}
