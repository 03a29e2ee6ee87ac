import { create } from 'qrcode';
import { Html } from './html';

const QUIET_ZONE = 4;

/** A QR code as an SVG image: dark modules on white, whatever the page's theme is. */
export function qrSvg(text: string): Html {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const { size } = modules;
  const dark: string[] = [];
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      if (modules.get(y, x)) dark.push(`M${x + QUIET_ZONE} ${y + QUIET_ZONE}h1v1h-1z`);
    }
  }
  const side = size + 2 * QUIET_ZONE;
  return new Html(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges" aria-hidden="true"><path fill="#fff" d="M0 0h${side}v${side}H0z"/><path fill="#000" d="${dark.join('')}"/></svg>`,
  );
}
