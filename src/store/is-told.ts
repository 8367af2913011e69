// Which endpoints (`webhook`) a change is sent to, in the SQL of both databases: those of its owner and of the operator that its
// watch names or that it names nobody, for alerts and for what they ask for by name.

/** Both are conditions on `change.type`. Lists are words with one separator: spaces of `notify`, commas of `events`. */
export function isTold({
  isNotice,
  isHealth,
}: {
  readonly isNotice: string
  readonly isHealth: string
}): string {
  return `webhook.owner IN ('', change.owner)
      AND (coalesce(watch.notify, '') = '' OR ' ' || watch.notify || ' ' LIKE '% ' || webhook.id || ' %')
      AND (change.alert = 1 OR ${isNotice})
      AND CASE webhook.events WHEN '' THEN change.alert = 1 OR ${isHealth}
        ELSE ',' || webhook.events || ',' LIKE '%,' || change.type || ',%' END`
}
