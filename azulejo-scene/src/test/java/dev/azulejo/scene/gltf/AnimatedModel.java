package dev.azulejo.scene.gltf;

/**
 * An arm of two triangles on two joints that bends, with two morph targets, put together from parts
 * that tests replace by bad ones. Accessors, by index:
 *
 * <pre>
 *  0 positions   1 joints   2 weights   3 inverse bind matrices   4 displacements, dense
 *  5 displacements, sparse   6 times   7 rotations   8 morph weights   9 translations, cubic spline
 * </pre>
 */
final class AnimatedModel {
    byte[] joints = GltfBuilder.bytes8(0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 1, 9, 9, 9);
    String jointsType = "'componentType':5121,'type':'VEC4','count':4";
    float[] weights = {1, 0, 0, 0, 0.5f, 0.5f, 0, 0, 1, 0, 0, 0, 0.25f, 0, 0, 0};
    float[] inverseBinds = {
        1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, //
        1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, -1, 0, 1
    };
    float[] displacements = {0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1};
    float[] times = {0.5f, 1, 2};
    float[] rotations = {0, 0, 0, 1, 0, 0, 0.70710678f, 0.70710678f, 0, 0, 0, 1};
    float[] morphWeights = {0, 0, 1, 0.5f, 0, 0};
    float[] translations = {
        0, 0, 0, 1, 0, 0, 0, 0, 0, //
        0, 0, 0, 2, 0, 0, 0, 0, 0, //
        0, 0, 0, 3, 0, 0, 0, 0, 0
    };
    String targets = "[{'POSITION':4},{'POSITION':5}]";
    String attributes = "{'POSITION':0,'JOINTS_0':1,'WEIGHTS_0':2}";
    String meshMore = ",'weights':[0.5,0]";
    String skins = "[{'joints':[0,1],'inverseBindMatrices':3,'name':'s'}]";
    String nodes =
            "[{'children':[1],'translation':[10,0,0]},{'translation':[0,1,0]},{'mesh':0,'skin':0,'translation':[500,0,0]}]";
    String samplers =
            "[{'input':6,'output':7},{'input':6,'output':8,'interpolation':'STEP'},{'input':6,'output':9,'interpolation':'CUBICSPLINE'}]";
    String channels =
            """
            [{'sampler':0,'target':{'node':1,'path':'rotation'}},
             {'sampler':1,'target':{'node':2,'path':'weights'}},
             {'sampler':2,'target':{'node':0,'path':'translation'}},
             {'sampler':2,'target':{'path':'translation'}}]\
            """;

    GltfBuilder build() {
        GltfBuilder b = new GltfBuilder();
        b.floats("VEC3", 0, 0, 0, 0, 1, 0, 0, 2, 0, 1, 2, 0);
        b.accessor("{'bufferView':%d,%s}".formatted(b.view(joints, ""), jointsType));
        b.floats("VEC4", weights);
        b.accessor(GltfBuilder.bytes(inverseBinds), 5126, "MAT4", inverseBinds.length / 16, "");
        b.floats("VEC3", displacements);
        int places = b.view(GltfBuilder.bytes8(2), "");
        int values = b.view(GltfBuilder.bytes(0, 3, 0), "");
        b.accessor(
                "{'componentType':5126,'type':'VEC3','count':4,'sparse':{'count':1,'indices':{'bufferView':%d,'componentType':5121},'values':{'bufferView':%d}}}"
                        .formatted(places, values));
        b.floats("SCALAR", times);
        b.floats("VEC4", rotations);
        b.floats("SCALAR", morphWeights);
        b.floats("VEC3", translations);
        b.set(
                "meshes",
                "[{'primitives':[{'attributes':%s,'targets':%s,'mode':5}]%s}]"
                        .formatted(attributes, targets, meshMore));
        b.set("nodes", nodes).set("skins", skins);
        b.set(
                "animations",
                "[{'name':'a','samplers':%s,'channels':%s}]".formatted(samplers, channels));
        return b.set("scenes", "[{'nodes':[0,2]}]").set("scene", "0");
    }
}
