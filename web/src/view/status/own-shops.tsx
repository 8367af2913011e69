// The operator's own shops as a table: what is set for each, and what can be done with it.
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import type { ChangedShop, Shop, Shops } from '../../../../client/src/api.ts'
import { ManageShop, RemovedShop } from '../find/manage-shop.tsx'
import { DataTable } from '../control/data-table.tsx'
import { isOwn } from '../shell/built-in-shops.tsx'

interface Props {
  readonly list: Shops
  readonly accessKey: string
  readonly onChanged: () => void
}

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
        <DataTable
          label="Your shops, table"
          class="stack"
          titles={[
            'Shop',
            'Currency',
            'Requests per second',
            'Watches checked',
            { title: <span class="quiet">Actions</span> },
          ]}
        >
          {own.map(shop => (
            <OwnShop key={shop.name} shop={shop}>
              {canEdit && <ManageShop shop={shop} accessKey={accessKey} onChanged={change} />}
            </OwnShop>
          ))}
        </DataTable>
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
