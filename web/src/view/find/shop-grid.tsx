// What any shop can do, the operator's own shops, and the built-in ones: where to go on from an empty first page.
import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { routeHash } from '../../model/call-route.ts'
import type { Operation, Params, Site } from '../../model/operation-list.ts'
import { humanise } from '../../shape/humanise.ts'
import type { ChangedShop, ServerStatus, Shop } from '../../../../client/src/api.ts'
import { BuiltInShops, isOwn } from '../shell/built-in-shops.tsx'
import { useShopRights } from '../shell/use-shop-rights.ts'
import { ManageShop, RemovedShop } from './manage-shop.tsx'

interface Props {
  readonly sites: readonly Site[]
  readonly status: ServerStatus
  readonly accessKey: string
  readonly onChanged: () => void
}

interface Row {
  readonly name: string
  readonly about: string
  /** Undefined for what is no shop. */
  readonly state?: string
  readonly problem?: string | null
  readonly links: readonly { readonly operation: Operation; readonly params: Params }[]
}

const STATES: Readonly<Record<string, string>> = {
  ok: 'working',
  degraded: 'some requests fail',
  failing: 'failing',
  paused: 'paused',
}

export function ShopGrid({ sites, status, accessKey, onChanged }: Props) {
  const may = useShopRights(accessKey)
  const [removed, setRemoved] = useState<ChangedShop>()
  const change = (gone?: ChangedShop) => {
    setRemoved(gone)
    onChanged()
  }
  const own = status.shops.filter(isOwn)
  const adapters = sites.filter(one => one.isBuiltIn)
  const builtIn = adapters.filter(({ name }) => !own.some(one => one.name === name))
  const general = sites.filter(one => !one.isBuiltIn)
  return (
    <section class="parts" aria-labelledby="shops">
      <h2 id="shops">Shops</h2>
      <ul class="shop-grid">
        {general.map(site => (
          <ShopCard key={site.name} {...rowOfSite(site)} />
        ))}
        {own.map(shop => {
          const adapter = adapters.find(one => one.name === shop.name)
          const row = adapter ? rowOfSite(adapter) : rowOfHost(shop, general)
          return (
            <ShopCard
              key={shop.name}
              {...row}
              state={shop.paused ? 'paused' : shop.state}
              problem={shop.paused ? null : shop.problem}
            >
              {may?.edit && <ManageShop shop={shop} accessKey={accessKey} onChanged={change} />}
            </ShopCard>
          )
        })}
        {own.length === 0 && (
          <li class="card">
            <h3>Your shop</h3>
            <p class="hint">
              Paste the URL of one of its products above, or run <code>npx wares add URL</code>.
            </p>
          </li>
        )}
      </ul>
      <RemovedShop changed={removed} />
      <BuiltInShops count={builtIn.length} isOpen={own.length === 0}>
        <ul class="shop-grid">
          {builtIn.map(site => (
            <ShopCard key={site.name} {...rowOfSite(site)} state={status.sites[site.name]?.state ?? 'idle'} />
          ))}
        </ul>
      </BuiltInShops>
    </section>
  )
}

function rowOfSite({ title, about, operations }: Site): Row {
  return {
    name: title,
    about,
    links: operations.map(operation => ({ operation, params: operation.example })),
  }
}

/** What any shop can do, narrowed to this one. */
function rowOfHost({ name, platform, can }: Shop, general: readonly Site[]): Row {
  const narrowed: Readonly<Record<string, Params | undefined>> = {
    search: can.search ? { query: '', sites: [name] } : undefined,
    catalog: can.catalog ? { shop: name } : undefined,
  }
  const links = general
    .flatMap(one => one.operations)
    .flatMap(operation => {
      const params = narrowed[operation.name]
      return params ? [{ operation, params }] : []
    })
  return { name, about: platform ?? 'General reader', links }
}

function ShopCard({
  name,
  about,
  state,
  problem = null,
  links,
  children,
}: Row & { children?: ComponentChildren }) {
  return (
    <li class="card">
      <h3>
        {state !== undefined && (
          <>
            <span class={`dot ${state}`} />{' '}
          </>
        )}
        {name}
      </h3>
      <p class="hint">
        {about}
        {STATES[state ?? ''] && `, ${STATES[state ?? '']}`}
      </p>
      {problem !== null && <p class="error">{problem}</p>}
      <p class="line">
        {links.map(({ operation, params }) => (
          <a key={operation.id} href={routeHash({ operation, params })} title={operation.summary}>
            {humanise(operation.name)}
          </a>
        ))}
      </p>
      {children}
    </li>
  )
}
