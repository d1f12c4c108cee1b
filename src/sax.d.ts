/** What `call-body.ts` uses of sax 1.4, which has no types of its own. */
declare module 'sax' {
  export interface SAXParser {
    onopentag(tag: { name: string; attributes: Record<string, string> }): void
    onclosetag(name: string): void
    ontext(text: string): void
    oncdata(text: string): void
    onerror(error: Error): void
    write(text: string): SAXParser
    close(): SAXParser
  }
  const sax: { parser(isStrict: boolean): SAXParser }
  export default sax
}
