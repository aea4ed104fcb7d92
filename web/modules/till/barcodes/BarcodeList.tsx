// Unknown barcodes that the shops scanned, each of which can be assigned to a card in one step, and barcodes that are assigned already.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { barcodeStates } from '../../../../contract/till/barcodes.ts'
import { useNamed } from '../../../kit/base/action-name.ts'
import * as format from '../../../kit/base/format.ts'
import type { Row } from '../../../kit/base/list-state.ts'
import { ListPage } from '../../../kit/list/ListPage.tsx'
import type { Column } from '../../../kit/list/ListTable.tsx'
import { wordsOf } from '../../../kit/list/list-columns.ts'
import { EffectButton } from '../../../kit/page/EffectButton.tsx'
import { Teach } from './Teach.tsx'

type Barcode = Row<'barcodesList'>

export default function BarcodeList() {
  const t = useTranslations('goods.barcodes')
  const word = useTranslations('words')
  const field = useTranslations('fields')
  const states = useTranslations('goods.barcodes.states')
  const named = useNamed()
  const [ean, teach] = useState<string>()
  const columns: Column<Barcode>[] = [
    { key: 'ean', header: t('ean'), cell: (row) => <span className="mono">{row.ean}</span> },
    { key: 'state', words: wordsOf(barcodeStates, states) },
    { key: 'product_name', cell: cardOf },
    { key: 'shops', header: t('shops') },
    { key: 'times', header: t('times') },
    { key: 'who', header: t('who') },
    { key: 'at', header: t('at') },
    {
      key: 'change',
      field: null,
      header: word('change'),
      cell: (row) => (
        <div className="row">
          {row.state === 'unknown' && row.product_name === null && (
            <Button size="compact-md" variant="default" aria-label={named(t('teach'), row.ean)} onClick={() => teach(row.ean)}>
              {t('teach')}
            </Button>
          )}
          <EffectButton
            call="barcodeForget"
            input={{ ean: row.ean }}
            label={word('forget')}
            of={row.ean}
            size="compact-md"
            refresh={['barcodesList', 'sellerProductsV2']}
          >
            {t(row.state === 'taught' ? 'forget_taught' : 'forget_unknown')}
          </EffectButton>
        </div>
      ),
    },
  ]
  return (
    <>
      <ListPage
        call="barcodesList"
        columns={columns}
        rowKey={(row) => `${row.state} ${row.ean}`}
        filters={[{ name: 'state', label: field('state'), options: barcodeStates.map((state) => ({ value: state, label: states(state), is: state })) }]}
        searchLabel={t('search')}
        nothing={{ title: t('nothing'), hint: t('nothing_hint') }}
      />
      {ean && <Teach ean={ean} onClose={() => teach(undefined)} />}
    </>
  )
}

/** Names the card that has the barcode, or '–'. An unknown barcode may have a card too: one that is not on offer in the shops that scanned it. */
const cardOf = ({ product_name, value }: Barcode) => (product_name === null || value === null ? '–' : `${product_name} ${format.money(value)}`)
