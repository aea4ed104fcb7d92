// A button that leads to a page of this app, whose path is given with its query.
import { Button, type ButtonProps } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { linkTo } from './InnerLink.tsx'

export function LinkButton({ to, ...button }: ButtonProps & { to: string }) {
  return <Button component={Link} {...linkTo(to)} {...button} />
}
