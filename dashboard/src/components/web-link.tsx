// An address of imported data: a link only where it is one of the web, so that nothing else can be run by it.

interface WebLinkProps {
  readonly address: string;
  /** Shown instead of the address. */
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
