// The choice of the events that are sent to a webhook.
import { type WebhookEvent, webhookEvents } from '../../../../contract/sales/webhooks.ts'
import styles from '../../../kit/form/choices.module.css'
import type { FieldState } from '../../../kit/form/use-call-form.ts'
import { useEventName } from './event-names.ts'

export function EventsField({ id, label, value, onChange, error }: FieldState<WebhookEvent[]>) {
  const named = useEventName()
  const chosen = Array.isArray(value) ? value : []
  const toggle = (event: WebhookEvent) => onChange(webhookEvents.filter((one) => (one === event ? !chosen.includes(one) : chosen.includes(one))))
  return (
    <fieldset id={id} tabIndex={-1} className={`lines ${styles.down}`} aria-invalid={error !== undefined}>
      <legend className="medium below-4">{label}</legend>
      {webhookEvents.map((event) => (
        <label key={event} className="surface option control">
          <input type="checkbox" className="check" checked={chosen.includes(event)} onChange={() => toggle(event)} />
          {named(event)} <code className="muted small">{event}</code>
        </label>
      ))}
      {error && <p role="alert">{error}</p>}
    </fieldset>
  )
}
