/** A picture of the dashboard from the guide: 1,120 × 700 px, made by `npm run screenshots`. */
export function ProductPicture({
  name,
  alt,
  className,
  lazy = false,
}: {
  name: string;
  alt: string;
  className?: string;
  lazy?: boolean;
}) {
  return (
    // biome-ignore lint/performance/noImgElement: it is small and of one size; Next would add a component of the browser
    <img
      src={`/help/pictures/${name}.webp`}
      alt={alt}
      width={1120}
      height={700}
      loading={lazy ? 'lazy' : undefined}
      decoding="async"
      className={className}
    />
  );
}
