package dev.azulejo.cluster.content;

/**
 * Content, and what a task calls it.
 *
 * @param name in the words of the task; never where something lies
 * @param hash of the content
 * @param length of the content, bytes
 */
public record NamedContent(String name, ContentHash hash, long length) {}
