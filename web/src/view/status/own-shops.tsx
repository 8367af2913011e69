// The operator's own shops as a table: what is set for each, and what can be done with it.
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { ChangedShop, Shop, Shops } from '../../../../client/src/api.ts'
import { ManageShop, RemovedShop } from '../find/manage-shop.tsx'
import { isOwn } from '../shell/built-in-shops.tsx'

interface Props {
  readonly list: Shops
  readonly accessKey: string
  readonly onChanged: () => void
}

const COLUMNS = ['Shop', 'Currency', 'Requests per second', 'Watches checked', '']

export function OwnShops({ list: { shops, can_edit: canEdit = false }, accessKey, onChanged }: Props) {
  const [removed, setRemoved] = useState<ChangedShop>()
  const change = (gone?: ChangedShop) => {
    setRemoved(gone)
    onChanged()
  }
  const own = shops.filter(isOwn)
  return (
    <section class="card rows" aria-label="Your shops">
      <h2>
        Your shops <small>{own.length}</small>
      </h2>
      <RemovedShop changed={removed} />
      {own.length === 0 ? (
        <p class="empty">
          None yet. <a href="/">Paste the URL of a product</a>, or run <code>npx wares add URL</code>.
        </p>
      ) : (
        <div class="scroll" tabIndex={0} role="region" aria-label="Your shops, table">
          <table class="stack">
            <thead>
              <tr>
                {COLUMNS.map(title => (
                  <th key={title} scope="col">
                    {title || <span class="quiet">Actions</span>}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {own.map(shop => (
                <OwnShop key={shop.name} shop={shop}>
                  {canEdit && <ManageShop shop={shop} accessKey={accessKey} onChanged={change} />}
                </OwnShop>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}

function OwnShop({ shop, children }: { shop: Shop; children: ComponentChildren }) {
  const { name, paused, settings } = shop
  return (
    <tr>
      <th scope="row">
        {name} {paused && <span class="tag">Paused</span>}
      </th>
      <td data-label="Currency">{settings?.currency ?? 'as stated'}</td>
      <td data-label="Requests per second">{settings?.requests_per_second ?? '–'}</td>
      <td data-label="Watches checked">{settings?.active ?? 'always'}</td>
      <td class="whole">{children}</td>
    </tr>
  )
}
