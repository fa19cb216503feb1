/**
 * Scenes in a browser. {@code SceneServer} serves a page and streams, as {@code ServeOptions} say,
 * with a {@code Certificate} where others may come. {@code Gate} lets in, {@code PageHandler}
 * answers with {@code PageFiles}, {@code StreamEndpoint} is one connection. All that is known of
 * Jetty is here, and nothing of scenes and pictures.
 */
package dev.azulejo.serve.web;
