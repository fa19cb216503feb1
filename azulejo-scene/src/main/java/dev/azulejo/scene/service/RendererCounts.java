package dev.azulejo.scene.service;

/**
 * What a {@link Renderer} has done since it was opened, and what it holds now.
 *
 * @param frames pictures rendered
 * @param cacheHits requests whose scene was there, or was being loaded for another one
 * @param cacheMisses requests whose scene was loaded
 * @param evictions scenes that made room for others
 * @param refusals requests for which there was no room to wait
 * @param failures requests whose model could not be used, or that failed otherwise
 * @param cancellations requests that were ended early
 * @param waiting requests that wait now
 * @param cachedBytes memory of the scenes that are kept now
 */
public record RendererCounts(
        long frames,
        long cacheHits,
        long cacheMisses,
        long evictions,
        long refusals,
        long failures,
        long cancellations,
        int waiting,
        long cachedBytes) {}
