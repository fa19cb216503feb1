package dev.azulejo.cluster.work;

/**
 * What a coordinator has counted.
 *
 * @param workers that were ready, each time that one was
 * @param lost workers that left while the job was under way
 * @param units handed in
 * @param given units given to a worker, each time
 * @param again given because a worker was lost or gave up
 * @param twice given while another worker had them
 * @param contentBytes sent, of content
 * @param resultBytes received, of results
 */
public record ClusterCounts(
        int workers,
        int lost,
        int units,
        int given,
        int again,
        int twice,
        long contentBytes,
        long resultBytes) {}
