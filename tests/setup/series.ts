/** The series that expressions name, such as those of rules and dashboards, each once. */
export function seriesIn(text: string): string[] {
  const names = text.match(/\b(?:tallyleaf|http|database|process|nodejs)_\w+/g) ?? [];
  return [...new Set(names)];
}
