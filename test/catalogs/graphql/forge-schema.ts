/** An API of a code host, with whatever GraphQL schemas have: lists in pages, interfaces, unions, circles, defaults. */
export const forgeSchema = `
scalar DateTime
scalar JSON
enum State { OPEN CLOSED MERGED }
enum Direction { ASC DESC }
interface Node { id: ID! }
interface Actor { login: String! url: String }
type PageInfo { hasNextPage: Boolean! endCursor: String }
type User implements Node & Actor {
  id: ID! login: String! url: String name: String friends: [User!]! createdAt: DateTime!
  issues(first: Int, after: String): IssueConnection!
  avatar(size: Int!): String
  oldName: String @deprecated(reason: "Use name.")
}
type Bot implements Node & Actor { id: ID! login: String! url: String name: String! owner: User }
type Label { name: String! color: String }
type Issue implements Node {
  id: ID! number: Int! title: String! state: State! author: Actor assignees: [User!] labels: [[Label!]!]
  repository: Repository! closedBy: Closer meta: JSON weight: Float isLocked: Boolean!
}
type Commit { oid: ID! message: String name: Int! by: Bot }
union Closer = Commit | User | Bot
union SearchItem = Issue | Repository | User | Commit
type IssueEdge { cursor: String! node: Issue }
type IssueConnection { totalCount: Int! edges: [IssueEdge] nodes: [Issue] pageInfo: PageInfo! }
type UserEdge { cursor: String! node: User }
type UserConnection { edges: [UserEdge] pageInfo: PageInfo! }
type Repository implements Node {
  id: ID! name: String! owner: Actor! parent: Repository isFork: Boolean!
  issues(first: Int = 10, filter: IssueFilter): IssueConnection!
}
type Empty { only(id: ID!): String }
input Order { field: String! = "CREATED" direction: Direction! = DESC }
input IssueFilter {
  state: State = OPEN states: [State!] labels: [String!] number: Int author: ID since: DateTime
  and: [IssueFilter!] not: IssueFilter order: Order
}
input Target @oneOf { id: ID name: String order: Order }
input CreateIssueInput { repositoryId: ID! title: String! body: String labels: [String] state: State! meta: JSON }
type CreateIssuePayload { issue: Issue clientMutationId: String }

type Query {
  "Reads what must not be read."
  secret: String
  """
  Finds an issue.

  Its number is that of the repository.
  """
  issue(number: Int!, repository: ID!): Issue
  issues(first: Int! = 20, after: String, filter: IssueFilter, order: [Order!]): IssueConnection!
  users(first: Int): UserConnection
  search(query: String!, kinds: [[State]!]): [SearchItem!]!
  node(id: ID!): Node
  actor(login: String!): Actor
  find(target: Target!): Node
  version: String! @deprecated
  states: [State!]!
  label(name: String!, constructor: String): Label
  empty: Empty
  meta: JSON
}
type Mutation {
  "Creates an issue."
  createIssue(input: CreateIssueInput!): CreateIssuePayload
  issue(number: Int!, title: String, state: State): Issue
  deleteAll: Boolean!
}
type Subscription { issueCreated: Issue }
`;
