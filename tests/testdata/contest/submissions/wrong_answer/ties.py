def sort(a):
    if len(a) < 2:
        return a, 0
    middle = len(a) // 2
    left, inversions = sort(a[:middle])
    right, more = sort(a[middle:])
    inversions += more
    merged = []
    i = j = 0
    while i < len(left) and j < len(right):
        if left[i] < right[j]:
            merged.append(left[i])
            i += 1
        else:
            merged.append(right[j])
            j += 1
            inversions += len(left) - i
    merged += left[i:]
    merged += right[j:]
    return merged, inversions


input()
print(sort(list(map(int, input().split())))[1])
