// What a look at one part of the server finds: for /ready, for the log, for the operator.
export type Finding = { ok: boolean; detail: string }
/** `detail` is for the operator: figures, no names of customers. */
export type Check = {
  name: string
  look: () => Finding | Promise<Finding>
  /** Reported, because somebody must look after it, but it does not make the server unready: the tills may sell meanwhile. */
  isAside?: true
}
