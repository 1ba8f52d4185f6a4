/** Characters that are invisible or turn the direction of text, but for line ends and tabs. */
const INVISIBLE = /(?!\p{Join_Control})[\p{Cf}\p{Co}\p{Cn}]|(?![\n\t])\p{Cc}/gu;
/** Joiners, but for those within Arabic, Devanagari or emoji, whose look they change (decision 920). */
const JOINER =
  /(?<![\p{Script=Arabic}\p{Script=Devanagari}\p{Extended_Pictographic}\p{Emoji_Modifier}]\uFE0F?)\p{Join_Control}|\p{Join_Control}(?![\p{Script=Arabic}\p{Script=Devanagari}\p{Extended_Pictographic}])/gu;
/** A dot within what may be a domain: letters or digits before, two or more letters, digits or hyphens behind. */
const DOMAIN_DOT = /(?<=[\p{L}\p{N}_-])[.。．｡](?=\p{L}[\p{L}\p{N}-])/gu;
const AT = /[@＠](?=\S)/gu;
const SCHEME = /:(?=[/\\]{2})|(?<=\b(?:mailto|tel|sms|javascript|data|file)):/giu;

/**
 * Text that another business wrote, for a mail (decision 420): mail programs make no link of it, since they link whatever
 * looks like an address. The dots, colons and at signs of addresses are in brackets, which a reader still understands.
 */
export function plainText(text: string): string {
  return text
    .replaceAll(/\r\n?|[\u0085\u2028\u2029]/gu, '\n')
    .replaceAll(INVISIBLE, '')
    .replaceAll(JOINER, '')
    .replaceAll(DOMAIN_DOT, '[.]')
    .replaceAll(AT, '[at]')
    .replaceAll(SCHEME, '[:]');
}

/** The same on one line: a name or a number. */
export function plainName(text: string): string {
  return plainText(text).replaceAll(/[\n\t]/gu, ' ');
}

/** A name in a sentence of a mail to a person who may not know it: in quotation marks, so that no part of it reads as ours. */
export function quotedName(text: string): string {
  return `“${plainName(text).replaceAll(/[“”"„‟]/gu, "'")}”`;
}

/** Characters of a partner's name in a mail's subject. */
const SUBJECT_NAME = 40;

/** A partner's name for the subject of a mail: on one line, short, and never empty. */
export function subjectName(name: string | null | undefined): string {
  const characters = [
    ...plainName(name ?? '')
      .replaceAll(/\s+/gu, ' ')
      .trim(),
  ];
  if (characters.length === 0) return 'A business';
  if (characters.length <= SUBJECT_NAME) return characters.join('');
  return `${characters
    .slice(0, SUBJECT_NAME - 1)
    .join('')
    .trimEnd()}…`;
}
