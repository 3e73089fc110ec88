// A QR code as SVG: dark on light in both themes, because scanners expect that, with a quiet zone of four modules.
import { generate } from 'lean-qr';

const QUIET = 4;

export function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const bitmap = generate(text);
  let path = '';
  for (let y = 0; y < bitmap.size; y += 1)
    for (let x = 0; x < bitmap.size; x += 1) if (bitmap.get(x, y)) path += `M${x} ${y}h1v1h-1z`;
  const side = bitmap.size + 2 * QUIET;
  return (
    <svg class="qr-code" role="img" aria-label={label} viewBox={`${-QUIET} ${-QUIET} ${side} ${side}`}>
      <path class="qr-ground" d={`M${-QUIET} ${-QUIET}h${side}v${side}h-${side}z`} />
      <path class="qr-modules" d={path} shape-rendering="crispEdges" />
    </svg>
  );
}
