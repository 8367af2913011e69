// The guides that an agent can read as resources: short, about what a tool description has no room for.

export interface Guide {
  readonly name: string
  readonly title: string
  readonly text: string
}

export const guides: readonly Guide[] = [
  {
    name: 'choosing-a-tool',
    title: 'Which tool answers which question',
    text: `# Which tool answers which question

- A product page is given: \`product\` with its \`url\`.
- Words are given ("red running shoes"): \`search\`, then \`product\` with the \`url\` of a result.
- A style code, MPN or GTIN is given, or one was found by \`product\` or \`search\`: \`offers\` compares all shops.
- Something only one site has (trends, filters, prices by size and country): \`call\`.
- Is a shop covered, and does it work now? \`shops\`.
- The question is about the future or the past of a price: \`watch\`. A history begins with the watch.
`,
  },
  {
    name: 'short-answers',
    title: 'How to keep answers short',
    text: `# How to keep answers short

- \`fields: ["name", "price"]\` returns only these. Paths reach deeper: \`variants.size\`, \`offers.price\`.
- \`limit\` is the maximum number of rows; \`notes\` says how many there are.
- Without \`fields\`, \`product\` leaves out description, images, attributes and breadcrumbs; name them to get them.
- \`max_chars\` bounds the answer. \`notes\` then says what was cut. The answer stays valid.
- An answer is cached for some minutes. \`max_age_s: 0\` asks the shop again; use it only if the user needs the price of this moment.
`,
  },
  {
    name: 'reading-values',
    title: 'What values mean',
    text: `# What values mean

- A price is \`{amount: "119.99", currency: "GBP"}\`: an exact decimal as text. Wares does not convert currencies; compare prices of one currency only.
- \`null\` means that the shop does not state it. It does not mean zero, free or out of stock.
- Answers of \`call\` have neutral values ("", 0, [], false) instead; \`notes\` names the fields for which the shop gave none.
- \`availability\` is one of in_stock, limited, preorder, backorder, out_of_stock, discontinued.
- \`price\` is what any visitor pays for one piece. Prices for members, with a coupon or by instalment are in \`other_prices\`.
- A field in \`disputed\` is stated differently in two places of the page. Tell the user.
- \`sites\` names every shop that was asked. One that failed is missing from the rows: say that the comparison is incomplete.
`,
  },
  {
    name: 'watch-conditions',
    title: 'Conditions of a watch',
    text: `# Conditions of a watch

| \`when\` | alert |
|---|---|
| \`price < 100\`, \`price <= 100 EUR\`, \`price > 50\` | the price crosses the bound; at the first check too |
| \`price drops 10%\`, \`price drops 5\`, \`price rises 10%\` | against the price at the last alert, at first that of the first check |
| \`price drops 10% in 7d\` | against the highest price of that time |
| \`price lowest in 30d\`, \`price lowest ever\` | below all prices of that time |
| \`back in stock\`, \`out of stock\` | from the last known stock |
| \`any change\` | any of them |

Join several with \`or\`. Without \`when\`, a watch only records. \`every\` is at least 60 seconds, by default one hour.
\`variant\` narrows a watch to a size, colour, condition, sku or gtin. A failure to read the page is never an alert.
Subscribe to the resource \`wares://changes\` or \`wares://watches/ID\` to hear of changes.
`,
  },
]
