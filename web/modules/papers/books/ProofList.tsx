// The proofs (checks) of the books: whether they succeeded, when they ran, what was checked, and an example of a wrong row for each rule that was broken.
import { useMessages, useTranslations } from 'use-intl'
import { findingKinds, proofKinds, proofStates } from '../../../../contract/papers/books.ts'
import { type Output, useUser } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import type { Filter, Row } from '../../../kit/base/list-state.ts'
import { ListPage } from '../../../kit/list/ListPage.tsx'
import type { Column } from '../../../kit/list/ListTable.tsx'
import { wordsOf } from '../../../kit/list/list-columns.ts'

type Proof = Row<'proofsList'>
type ProofFinding = Proof['findings'][number]

const SUPERADMIN = 0

export default function ProofList() {
  const t = useTranslations('audit.books')
  const filters: Filter[] = [{ name: 'state', label: t('state'), options: proofStates.map((value) => ({ value, label: t(`states.${value}`), is: value })) }]
  return (
    <ListPage
      call="proofsList"
      columns={useColumns()}
      rowKey={(row) => row.run_id}
      filters={filters}
      above={(output) => <Standing {...output} />}
      nothing={{ title: t('none'), hint: t('none_hint') }}
    />
  )
}

/** Says whether the books are right, according to the latest proof of each tenant. */
function Standing({ wrong, unproven, content }: Output<'proofsList'>) {
  const t = useTranslations('audit.books')
  return (
    <>
      {wrong.length > 0 && (
        <div role="alert" className="notice danger">
          <p>
            <strong>{t('wrong', { names: wrong.join(', ') })}</strong>
          </p>
          <p>{t('wrong_hint')}</p>
        </div>
      )}
      {wrong.length === 0 && content.length > 0 && (
        <div role="status" className="notice success">
          <p>
            <strong>{t('sound')}</strong>
          </p>
          <p>{t('sound_hint')}</p>
        </div>
      )}
      {unproven.length > 0 && content.length > 0 && <p className="notice">{t('unproven', { names: unproven.join(', ') })}</p>}
    </>
  )
}

function useColumns(): Column<Proof>[] {
  const t = useTranslations('audit.books')
  const word = useTranslations('words')
  const isPlatform = useUser().account_role === SUPERADMIN
  const kinds = useFindingKinds()
  return [
    { key: 'started_at', header: t('started') },
    ...(isPlatform ? [{ key: 'tenant_name' } as const] : []),
    { key: 'kind', words: wordsOf(proofKinds, (kind) => t(`kinds.${kind}`)), header: t('kind') },
    {
      key: 'state',
      words: wordsOf(proofStates, (state) => t(`states.${state}`)),
      header: t('state'),
      cell: ({ state }) => <span className={state === 'sound' ? 'badge success' : 'badge danger'}>{t(`states.${state}`)}</span>,
    },
    {
      key: 'findings',
      part: 'row',
      words: wordsOf(findingKinds, (kind) => kinds[kind]),
      header: t('findings'),
      cell: ({ findings }) => (findings.length === 0 ? t('nothing_found') : <Findings findings={findings} />),
    },
    { key: 'rules', header: word('rules') },
    { key: 'lines', header: t('lines') },
    { key: 'transfers', header: t('transfers') },
    { key: 'periods', header: t('periods') },
    { key: 'batches' },
    { key: 'ended_at', extra: true },
  ]
}

/** The names of the kinds of wrong rows; many of them are also names in the audit log. */
function useFindingKinds() {
  const { audit, fields, house } = useMessages()
  const { pin, sale, reclamation: claim } = audit.kinds
  const { audit: log, invoice } = house.screens
  const { organisation, batch, document_no: document } = fields
  return { ...audit.books.finding_kinds, pin, invoice, sale, claim, organisation, batch, document, audit: log }
}

const Findings = ({ findings }: Pick<Proof, 'findings'>) => (
  <div>
    {findings.map((one) => (
      <Finding key={one.rule} {...one} />
    ))}
  </div>
)

/** A wrong row of the books: its kind and id, the two figures that differ, the rule that it breaks, and the number of similar rows. */
function Finding({ kind, row, rule, wrong, ...figures }: ProofFinding) {
  const t = useTranslations('audit.books')
  const kinds = useFindingKinds()
  const differs = differing(figures)
  return (
    <p>
      <strong>{kinds[kind]}</strong> {row ? <code className="mono">{row}</code> : t('above')}
      {differs && ` · ${t('differs', differs)}`}
      {wrong > 1 && ` · ${t('more', { count: format.count(wrong - 1) })}`} <span className="muted mono">{rule}</span>
    </p>
  )
}

type Figures = Pick<ProofFinding, 'expected_total' | 'found_total' | 'expected_count' | 'found_count'>

function differing({ expected_total, found_total, expected_count, found_count }: Figures) {
  if (expected_total !== null && found_total !== null) return { expected: format.moneyExact(expected_total), found: format.moneyExact(found_total) }
  if (expected_count !== null && found_count !== null) return { expected: format.count(expected_count), found: format.count(found_count) }
  return undefined
}
