/** A tag as the document keeps it. */
export interface TagRecord {
  id: string
  name: string
  createdAt: string
  updatedAt: string
}

/** An annotation tag, which marks executions. Workflow tags are another list. */
export interface AnnotationTagRecord extends TagRecord {}
