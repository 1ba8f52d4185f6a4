/** The QR code of a link as an SVG, dark on white. */
export async function svgOf(url: string): Promise<string> {
  const { renderSVG } = await import('uqr');
  return renderSVG(url, { ecc: 'M', border: 3 });
}
