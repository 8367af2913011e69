// A rule of the linter: a variable or parameter is named after what it is, not after what happened to it. `npm run check` uses it.
const DENIED = /^(?:found|known|given|made|asked|kept|taken|held|told|tried|begun)$/

/** The names that a pattern declares. The name of a field is its object's: `{ found }` may stay. */
function* declared(node) {
  if (node?.type === 'Identifier') yield node
  else if (node?.type === 'ArrayPattern') for (const one of node.elements) yield* declared(one)
  else if (node?.type === 'AssignmentPattern') yield* declared(node.left)
  else if (node?.type === 'RestElement') yield* declared(node.argument)
  else if (node?.type === 'ObjectPattern')
    for (const { type, shorthand, value, argument } of node.properties) {
      if (type === 'RestElement') yield* declared(argument)
      else if (!shorthand) yield* declared(value)
    }
}

const noun = {
  create(context) {
    const check = pattern => {
      for (const { name, ...node } of declared(pattern))
        if (DENIED.test(name))
          context.report({ node, message: `Name the value, not what happened to it: "${name}".` })
    }
    const checkParams = ({ params }) => params.forEach(check)
    return {
      VariableDeclarator: ({ id }) => check(id),
      FunctionDeclaration: checkParams,
      FunctionExpression: checkParams,
      ArrowFunctionExpression: checkParams,
    }
  },
}

export default { meta: { name: 'names' }, rules: { noun } }
