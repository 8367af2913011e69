// Whether a product can be had, by the words of the general shape.

const STATES: Readonly<Record<string, 'yes' | 'no'>> = {
  in_stock: 'yes',
  limited: 'yes',
  out_of_stock: 'no',
  discontinued: 'no',
}

/** A preorder or back order is neither. */
export function availabilityState(availability: string): 'yes' | 'no' | 'unclear' {
  return STATES[availability] ?? 'unclear'
}
