// Code in parts that can be coloured: comments, strings, words of the language. Enough for short samples, and linear.

export interface CodePart {
  readonly text: string
  readonly kind?: 'comment' | 'string' | 'keyword'
}

const PART =
  /(?<comment>(?<=^|\s)(?:#|\/\/) .*$)|(?<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|\b(?<keyword>import|from|const|let|await|async|new|return|if|else|for|of|in|try|catch|except|raise|throw|with|as|print|export|function|def)\b/gm

export function highlightCode(text: string, language: string): CodePart[] {
  if (language === '' || language === 'text') return [{ text }]
  const parts: CodePart[] = []
  let end = 0
  for (const match of text.matchAll(PART)) {
    const { comment, string, keyword } = match.groups ?? {}
    // A shell has other words; in it only strings and comments stand out.
    if (keyword !== undefined && ['curl', 'sh', 'bash', 'yaml', 'json', 'http'].includes(language)) continue
    if (match.index > end) parts.push({ text: text.slice(end, match.index) })
    const kind = comment === undefined ? (string === undefined ? 'keyword' : 'string') : 'comment'
    parts.push({ text: match[0], kind })
    end = match.index + match[0].length
  }
  parts.push({ text: text.slice(end) })
  return parts
}
