// Draws a document from the `Drawing` that the server sends; the same component is used on the screen and in print.
import { isPaymentCode } from '../../../../contract/kit/payment-code.ts'
import type { Drawing } from '../../../../contract/papers/invoices.ts'
import { qrPicture } from '../../../kit/base/qr-picture.ts'
import { unbroken } from '../../../kit/page/unbroken.tsx'

export function InvoicePaper({
  drawing: { logo, title, number, sender, recipient, facts, columns, blocks, sums, notes, payment_code, foot },
}: {
  drawing: Drawing
}) {
  return (
    <div className="invoice-paper">
      {logo && <img src={logo} alt="" className="invoice-logo" />}
      <div className="roll-ends invoice-head">
        <address className="address">
          <small>{sender}</small>
          {recipient.map((line, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines of an address, which never change
            <div key={i}>{line}</div>
          ))}
        </address>
        <dl className="invoice-facts">
          {facts.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{unbroken(value)}</dd>
            </div>
          ))}
        </dl>
      </div>
      <h2 className="large">{unbroken(`${title} ${number}`)}</h2>
      <Lines number={number} columns={columns} blocks={blocks} />
      {payment_code && <PaymentCode {...payment_code} />}
      <table className="roll-table invoice-sums whole">
        <tbody>
          {sums.map(({ label, value, isTotal }) => (
            <tr key={label} className={isTotal ? 'roll-bold total' : undefined}>
              <th scope="row">{label}</th>
              <td className="number">{value}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      <div className="invoice-foot whole">
        {foot.map((line) => (
          <div key={line}>{line}</div>
        ))}
      </div>
    </div>
  )
}

function Lines({ number, columns, blocks }: Pick<Drawing, 'number' | 'columns' | 'blocks'>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: an element that scrolls must be reachable by keyboard (WCAG 2.1.1)
    <section className="invoice-table" aria-label={number} tabIndex={0}>
      <table className="roll-table">
        <thead>
          <tr>
            {columns.map(({ label, isNumber }) => (
              <th key={label} scope="col" className={isNumber ? 'number' : undefined}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        {blocks.map((block) => (
          <Block key={block.title} block={block} columns={columns} titled={blocks.length > 1} />
        ))}
      </table>
    </section>
  )
}

/** The guideline for payment codes requires error correction M. */
function PaymentCode({ text, label }: NonNullable<Drawing['payment_code']>) {
  // In a support view the text is masked, so a code made of it would be useless and is not drawn.
  if (!isPaymentCode(text)) return null
  return (
    <figure className="invoice-code">
      <img src={qrPicture(text, { border: 2, ecc: 'M' })} alt="" />
      <figcaption>{label}</figcaption>
    </figure>
  )
}

type BlockProps = { block: Drawing['blocks'][number]; columns: Drawing['columns']; titled: boolean }

const Block = ({ block: { title, rows }, columns, titled }: BlockProps) => (
  <tbody>
    {titled && (
      <tr>
        <th colSpan={columns.length} scope="rowgroup">
          {title}
        </th>
      </tr>
    )}
    {rows.map((row, i) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: rows of a document, which never change
      <tr key={i}>
        {columns.map(({ label, isNumber }, at) => (
          <td key={label} className={isNumber ? 'number' : undefined}>
            {row[at]}
          </td>
        ))}
      </tr>
    ))}
  </tbody>
)
